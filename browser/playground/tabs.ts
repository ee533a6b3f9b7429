import {element} from '../report/elements.js'

export interface Tab {
  readonly id: string
  readonly label: string
  /** A number after the label, with its meaning for screen readers. */
  readonly badge?: {readonly text: string, readonly meaning: string, readonly tone: string} | undefined
}

/** A list of tabs, which arrow keys move through. Each controls the same panel. */
export class Tabs {
  /** The tabs in the list, as JSON. */
  private shown = ''

  /** @param onSelect is called when the user chooses a tab */
  constructor(private readonly list: HTMLElement, private readonly panel: HTMLElement, private readonly onSelect: (id: string) => void) {
    list.addEventListener('keydown', (event) => this.move(event))
  }

  show(tabs: readonly Tab[], selected: string): void {
    const shown = JSON.stringify([tabs, selected])
    // A click on a tab that is replaced before the button is released gets lost.
    if (shown === this.shown) return
    this.shown = shown
    const hadFocus = this.list.contains(document.activeElement)
    const {scrollLeft} = this.list
    this.list.replaceChildren(...tabs.map((tab) => this.tabOf(tab, tab.id === selected)))
    const current = this.list.querySelector<HTMLElement>('[aria-selected="true"]')
    if (current === null) return
    this.panel.setAttribute('aria-labelledby', current.id)
    if (hadFocus) current.focus()
    this.list.scrollLeft = scrollLeft
    this.scrollTo(current)
  }

  /** Scrolls the list so that a tab is in it. The page does not scroll. */
  private scrollTo(tab: HTMLElement): void {
    const [list, {left, right}] = [this.list.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (left < list.left) this.list.scrollLeft -= list.left - left
    else if (right > list.right) this.list.scrollLeft += right - list.right
  }

  private tabOf({id, label, badge}: Tab, isSelected: boolean): HTMLElement {
    const tab = element('button', {
      'type': 'button', 'role': 'tab', 'id': `${this.list.id}-${id}`, 'data-id': id, 'aria-selected': String(isSelected), 'aria-controls': this.panel.id, 'tabindex': isSelected ? '0' : '-1',
    }, label)
    if (badge !== undefined) tab.append(' ', element('span', {class: `count ${badge.tone}`, title: badge.meaning}, badge.text, element('span', {class: 'hidden'}, ` ${badge.meaning}`)))
    tab.addEventListener('click', () => this.onSelect(id))
    return tab
  }

  private move(event: KeyboardEvent): void {
    const tabs = [...this.list.querySelectorAll<HTMLElement>('[role="tab"]')]
    const index = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')
    const next = {ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1}[event.key]
    const id = next === undefined ? undefined : tabs.at(next % tabs.length)?.dataset['id']
    if (id === undefined) return
    event.preventDefault()
    this.onSelect(id)
  }
}
