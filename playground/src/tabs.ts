/** A row of tabs as the keyboard knows them: one of them takes the focus, arrows choose another. */

export function choosable(list: HTMLElement, chosen: (tab: HTMLElement) => void): void {
  list.addEventListener("click", (event) => {
    const tab = (event.target as HTMLElement).closest<HTMLElement>("[role=tab]");
    if (tab) chosen(tab);
  });
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
    const at = tabs.indexOf(event.target as HTMLElement);
    const next = at < 0 ? undefined : tabs[goal(event.key, at, tabs.length)];
    if (!next) return;
    event.preventDefault();
    const name = next.textContent;
    chosen(next);
    [...list.querySelectorAll<HTMLElement>("[role=tab]")].find((tab) => tab.textContent === name)?.focus();
  });
}

function goal(key: string, at: number, count: number): number {
  const goals: Record<string, number> = { ArrowLeft: (at + count - 1) % count, ArrowRight: (at + 1) % count, Home: 0, End: count - 1 };
  return goals[key] ?? -1;
}

export function select(tab: HTMLElement, selected: boolean): void {
  tab.setAttribute("aria-selected", String(selected));
  tab.tabIndex = selected ? 0 : -1;
}
