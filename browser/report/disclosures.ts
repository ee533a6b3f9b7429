import {element, toolBar} from './elements.js'

const detailsOf = (root: Element): readonly HTMLDetailsElement[] => [...root.querySelectorAll('details')]

/** Adds buttons that open and close all disclosures, if there are several. */
export function addDisclosureButtons(root: Element): void {
  if (detailsOf(root).length < 2) return
  const button = (text: string, isOpen: boolean): HTMLButtonElement => {
    const made = element('button', {type: 'button'}, text)
    made.addEventListener('click', () => {
      for (const details of detailsOf(root)) details.open = isOpen
    })
    return made
  }
  toolBar(root).append(element('div', {class: 'buttons'}, button('Expand all', true), button('Collapse all', false)))
}

/** Opens the disclosures while the page is printed, except those with long texts. */
export function openForPrint(root: Element): void {
  let opened: readonly HTMLDetailsElement[] = []
  addEventListener('beforeprint', () => {
    opened = detailsOf(root).filter(({open, classList}) => !open && !classList.contains('bulk'))
    for (const details of opened) details.open = true
  })
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false
  })
}
