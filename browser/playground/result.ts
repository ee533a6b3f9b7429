import {element} from '../report/elements.js'
import {byId} from './page.js'
import {showHtml} from './trusted.js'

/** A place as reports print it: `pod.yaml:3:5`. */
const place = /^(.+?):(\d+)(?::(\d+))?$/

const titleOf = (disclosure: HTMLDetailsElement): string => disclosure.querySelector('summary')?.textContent ?? ''

/** The result of a command, next to the files. */
export class Result {
  private readonly panel = byId('result', HTMLElement)
  private readonly view = byId('view', HTMLElement)
  private html = ''

  /** @param goTo shows a place in the editor; false if there is no such file */
  constructor(private readonly goTo: (name: string, line: number, column: number) => boolean) {
    this.view.addEventListener('click', ({target}) => {
      const [, name = '', line = '1', column = '1'] = (target instanceof HTMLElement && target.closest('.place')?.textContent.match(place)) || []
      if (name !== '') this.goTo(name, Number(line), Number(column))
    })
  }

  /** Marks the result as that of an earlier input. */
  setStale(): void {
    this.panel.classList.add('stale')
  }

  /** States that there is no answer, if there has been none yet. */
  setMissing(): void {
    if (this.html === '') byId('summary', HTMLElement).textContent = 'There is no answer.'
  }

  show(summary: string, tone: string, html: string, names: ReadonlySet<string>): void {
    this.panel.classList.remove('stale')
    const line = byId('summary', HTMLElement)
    if (line.textContent !== summary) line.textContent = summary
    line.className = `summary ${tone}`
    if (html === this.html) return
    const open = new Set(this.disclosures().filter((disclosure) => disclosure.open).map(titleOf))
    showHtml(this.view, html)
    this.html = html
    for (const disclosure of this.disclosures()) if (open.has(titleOf(disclosure))) disclosure.open = true
    this.linkPlaces(names)
  }

  private disclosures(): HTMLDetailsElement[] {
    return [...this.view.querySelectorAll('details')]
  }

  /** Makes places of the files buttons that show them in the editor. */
  private linkPlaces(names: ReadonlySet<string>): void {
    for (const code of this.view.querySelectorAll('code')) {
      const [text = '', name = ''] = place.exec(code.textContent) ?? []
      if (names.has(name)) code.replaceWith(element('button', {type: 'button', class: 'place', title: 'Show in the editor'}, text))
    }
  }
}
