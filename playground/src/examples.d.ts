/** The files of each example by its name, which the build puts in. */
declare module "examples" {
  const examples: Record<string, Record<string, string>>;
  export default examples;
}
