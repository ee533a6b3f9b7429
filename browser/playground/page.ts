import {element} from '../report/elements.js'

/** Returns an element of index.html. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`index.html has no ${id}`)
  return found
}

/** Fills a choice with options. */
export function fill(select: HTMLSelectElement, options: readonly (readonly [value: string, text: string])[], selected: string): void {
  select.replaceChildren(...options.map(([value, text]) => element('option', {value}, text)))
  select.value = selected
}

/** Shows a message above the files, or none. */
export function showMessage(text: string): void {
  const message = byId('message', HTMLElement)
  message.textContent = text
  message.hidden = text === ''
}
