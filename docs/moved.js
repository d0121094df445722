// For addresses that are not there: what is below the tag of a release that the site does not have is below its root, and
// Chinese pages of rules were below rules/zh/.
const [, root, , rest] = location.pathname.match(/^(\/clblint\/|\/)(v\d[^/]*\/)?(.*)$/);
const now = rest.replace(/^(rules|annotations)\/zh(?=\/)/, "zh/$1").replace(/^annotations\.zh\//, "zh/annotations/");
if (root + now !== location.pathname) location.replace(root + now + location.hash);
