/** Makes an element with attributes and content. Text stays text: nothing is parsed as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K, attributes: Readonly<Record<string, string>> = {}, ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...content)
  return made
}

/** The tool bar at the top of a report, which the first caller makes. */
export function toolBar(root: Element): HTMLFormElement {
  const present = root.querySelector<HTMLFormElement>('form.tools')
  if (present !== null) return present
  const form = element('form', {class: 'tools', role: 'search', 'aria-label': 'Filter the report'})
  form.addEventListener('submit', (event) => event.preventDefault())
  const before = root.querySelector(':scope > section')
  root.insertBefore(form, before)
  return form
}
