/** The texts of the page in both languages. What clblint says comes from its own catalogues. */

import type { Language } from "./questions";

const EN = {
  title: "Playground",
  lead: "Paste manifests and see what the Cloud Controller Manager would make of them. Everything runs in this page: nothing that you paste leaves your browser.",
  install: "For the terminal, editors and pipelines:",
  docs: "Documentation",
  files: "Files",
  addFile: "New file",
  openFiles: "Open files",
  addProfile: "Cluster profile",
  addInventory: "Inventory",
  rename: "Rename",
  remove: "Remove",
  newName: "New name of the file",
  badName: "Not a name of a file: {name}",
  usedName: "There is a file of this name: {name}",
  editor: "Text of {name}",
  results: "Results",
  findings: "Findings",
  plan: "Plan",
  diagnose: "Diagnose",
  diagnoseLead: "Put what kubectl printed of a cluster into the files, instead of manifests: what is wrong with its Services, why, and what to do.",
  snapshotLines: "Lines that print a snapshot",
  picture: "Picture of the plan, which the text below says, too; press to save it",
  pedantic: "Also show advice",
  examples: "Examples",
  chooseExample: "Load an example…",
  copyLink: "Copy link",
  linkCopied: "The link is copied. It holds the files themselves: who has it can read them.",
  linkShown: "The link is in the address bar now. It holds the files themselves: who has it can read them.",
  linkTooLong: "This is too much for a link: {length} characters of at most {most}.",
  linkBroken: "This link is damaged: part of it may have been cut off where it was copied. Ask for it again.",
  linkNewer: "This link is from a newer version of this page. Reload the page, or ask for the files.",
  loading: "Loading Python with clblint, about 9 MB; later visits take it from the cache…",
  running: "Checking…",
  stop: "Stop",
  stopped: "Stopped. It goes on with your next edit.",
  loadFailed: "Python cannot be loaded: {why}",
  tooOld: "This browser is too old for this page: it needs module workers and CompressionStream.",
  retry: "Try again",
  none: "No findings.",
  unread: "Not checked: {files}. Manifests have names in .yaml, .yml or .json without a dot at the beginning.",
  count: "{errors} errors, {warnings} warnings, {notes} notes in {files} files",
  built: "Built by:",
  symptom: "Symptom:",
  remedy: "Fix:",
  go: "Go to line {line} of {path}",
  apply: "Apply the fix",
  applyUnsafe: "Apply the fix (may change behaviour)",
  fixAll: "Apply all safe fixes",
  stale: "The text has changed since; it is being checked again.",
};

const ZH: Record<keyof typeof EN, string> = {
  title: "在线试用",
  lead: "粘贴清单，查看 Cloud Controller Manager 会如何处理。一切都在本页面内运行：粘贴的内容不会离开您的浏览器。",
  install: "在终端、编辑器和流水线中使用：",
  docs: "文档",
  files: "文件",
  addFile: "新建文件",
  openFiles: "打开文件",
  addProfile: "集群信息",
  addInventory: "云上资源快照",
  rename: "重命名",
  remove: "删除",
  newName: "文件的新名称",
  badName: "不是有效的文件名：{name}",
  usedName: "已有同名文件：{name}",
  editor: "{name} 的内容",
  results: "结果",
  findings: "问题",
  plan: "计划",
  diagnose: "诊断",
  diagnoseLead: "将 kubectl 打印的集群内容（而非清单）放入文件，即可查看 Service 出了什么问题、原因以及处理办法。",
  snapshotLines: "获取快照的命令",
  picture: "计划的图示，内容与下方文字相同；点击可保存",
  pedantic: "同时显示建议",
  examples: "示例",
  chooseExample: "载入示例…",
  copyLink: "复制链接",
  linkCopied: "链接已复制。链接中包含文件内容本身：拿到链接的人都能读到。",
  linkShown: "链接已放到地址栏中。链接中包含文件内容本身：拿到链接的人都能读到。",
  linkTooLong: "内容太多，无法放进链接：{length} 个字符，最多 {most} 个。",
  linkBroken: "链接已损坏，可能在复制时被截断。请重新索取。",
  linkNewer: "链接来自本页面的更新版本。请刷新页面，或直接索取文件。",
  loading: "正在加载 Python 和 clblint，约 9 MB；以后访问时从缓存读取…",
  running: "正在检查…",
  stop: "停止",
  stopped: "已停止。下次编辑时继续。",
  loadFailed: "无法加载 Python：{why}",
  tooOld: "浏览器版本过旧：本页面需要模块 Worker 和 CompressionStream。",
  retry: "重试",
  none: "没有发现问题。",
  unread: "未检查：{files}。清单的文件名以 .yaml、.yml 或 .json 结尾，且不以点开头。",
  count: "{files} 个文件：{errors} 个错误，{warnings} 个警告，{notes} 个提示",
  built: "由以下 kustomization 构建：",
  symptom: "现象：",
  remedy: "修复：",
  go: "转到 {path} 第 {line} 行",
  apply: "应用修复",
  applyUnsafe: "应用修复（可能改变行为）",
  fixAll: "应用所有安全修复",
  stale: "内容已变更，正在重新检查。",
};

/** The words of the editor's own panels, which are English otherwise. */
const PANELS: Record<string, string> = {
  Find: "查找",
  Replace: "替换",
  next: "下一个",
  previous: "上一个",
  all: "全部",
  "match case": "区分大小写",
  regexp: "正则表达式",
  "by word": "全字匹配",
  replace: "替换",
  "replace all": "全部替换",
  close: "关闭",
  "current match": "当前匹配项",
  "on line": "位于行",
  "replaced match on line $": "已替换第 $ 行的匹配项",
  "replaced $ matches": "已替换 $ 处",
  "Go to line": "转到行",
  go: "转到",
  Diagnostics: "问题",
  "No diagnostics": "没有问题",
};

export type Name = keyof typeof EN;

let language: Language = "en";

export function speak(chosen: Language): void {
  language = chosen;
}

export function spoken(): Language {
  return language;
}

export function panels(): Record<string, string> {
  return language === "zh" ? PANELS : {};
}

/** A text in the language of the page, its `{names}` filled in. */
export function text(name: Name, values: Record<string, string | number> = {}): string {
  const template = (language === "zh" ? ZH : EN)[name];
  return template.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}

/** Put the texts of the page that its HTML names (`data-text`, `data-label`) into the language. */
export function translatePage(): void {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  document.title = `clblint · ${text("title")}`;
  for (const element of document.querySelectorAll<HTMLElement>("[data-text]")) {
    element.textContent = text(element.dataset.text as Name);
  }
  for (const element of document.querySelectorAll<HTMLElement>("[data-label]")) {
    element.setAttribute("aria-label", text(element.dataset.label as Name));
  }
}
