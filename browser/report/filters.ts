import {element, toolBar} from './elements.js'

/** The most values of a fact that are shown as check boxes; more are a list to choose from. */
const mostBoxes = 4

/** An item of the report (`data-item`) with the facts to filter by, and its text in lower case. */
interface Item {
  readonly element: HTMLElement
  readonly noun: string
  readonly facts: ReadonlyMap<string, string>
  text?: string
}

/** A control for one fact: returns true for the values that the reader wants. */
type Wants = (value: string) => boolean

/** The facts of an item: its own, and the environment of the part of the page in which it is. */
function readItem(node: HTMLElement): Item {
  const {item: noun = '', ...own} = node.dataset
  const environment = node.closest<HTMLElement>('[data-environment]')?.dataset['environment']
  return {element: node, noun, facts: new Map(Object.entries({...own, ...environment !== undefined && {environment}}))}
}

/** A value of a fact, with the number of its items and the colour of the first one. */
interface Value {
  readonly value: string
  readonly count: number
  readonly tone: number
}

/** The colours of items, the worst first. */
const tones = ['bad', 'warn', 'info', 'good']

/** The values of each fact. Facts are sorted by where they first occur, a few values by their colours, and many values by their numbers. */
function countFacts(items: readonly Item[]): readonly {readonly name: string, readonly values: readonly Value[]}[] {
  const counts = new Map<string, Map<string, Value>>()
  for (const {element: {classList}, facts} of items) {
    for (const [name, value] of facts) {
      const values = counts.get(name) ?? new Map<string, Value>()
      const {count = 0, tone = tones.findIndex((each) => classList.contains(each))} = values.get(value) ?? {}
      counts.set(name, values.set(value, {value, count: count + 1, tone}))
    }
  }
  return [...counts].map(([name, values]) => ({
    name, values: [...values.values()].sort((a, b) => (values.size > mostBoxes ? 0 : a.tone - b.tone) || b.count - a.count || (a.value < b.value ? -1 : 1)),
  }))
}

const titled = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** Check boxes for a few values. None checked means all. */
function checkBoxes(name: string, values: readonly Value[]): {readonly control: HTMLElement, readonly wants: Wants} {
  const boxes = values.map(({value, count}) => {
    const box = element('input', {type: 'checkbox', name, value})
    return {value, box, label: element('label', {}, box, ` ${value} `, element('span', {class: 'count'}, String(count)))}
  })
  const wants: Wants = (value) => boxes.every(({box}) => !box.checked) || boxes.some((each) => each.value === value && each.box.checked)
  return {control: element('fieldset', {}, element('legend', {}, titled(name)), ...boxes.map(({label}) => label)), wants}
}

/** A list to choose one of many values. */
function choice(name: string, values: readonly Value[]): {readonly control: HTMLElement, readonly wants: Wants} {
  const options = values.map(({value, count}, i) => element('option', {value: String(i)}, `${value} (${count})`))
  const select = element('select', {name}, element('option', {value: ''}, 'All'), ...options)
  return {control: element('label', {}, `${titled(name)} `, select), wants: (value) => select.value === '' || values[Number(select.value)]?.value === value}
}

/** Hides groups without visible items, and counts the visible items of the others. */
function updateGroups(root: Element): void {
  for (const group of root.querySelectorAll<HTMLElement>('[data-group]')) {
    const all = group.querySelectorAll('[data-item]').length
    const shown = group.querySelectorAll('[data-item]:not([hidden])').length
    group.hidden = all > 0 && shown === 0
    const count = group.querySelector('[data-count]')
    if (count !== null) count.textContent = shown === all ? String(all) : `${shown} of ${all}`
  }
}

/** The numbers of visible items: `12 of 340 findings, 3 of 5 quotas`. */
function countText(items: readonly Item[]): string {
  const nouns = [...new Set(items.map(({noun}) => noun))]
  return nouns.map((noun) => {
    const all = items.filter((each) => each.noun === noun)
    const shown = all.filter((each) => !each.element.hidden)
    return `${shown.length === all.length ? '' : `${shown.length} of `}${all.length} ${noun}${all.length === 1 ? '' : 's'}`
  }).join(', ')
}

/** Adds a search field and a control for each fact with several values, if the report has items to choose from. */
export function addFilters(root: Element): void {
  const items = [...root.querySelectorAll<HTMLElement>('[data-item]')].map(readItem)
  if (items.length < 3) return
  const controls = countFacts(items).filter(({values}) => values.length > 1)
    .map(({name, values}) => ({name, ...values.length > mostBoxes ? choice(name, values) : checkBoxes(name, values)}))
  const search = element('input', {type: 'search', name: 'search', autocomplete: 'off', spellcheck: 'false'})
  const count = element('output', {'aria-live': 'polite'}, countText(items))
  const apply = (): void => {
    const words = search.value.toLowerCase().split(/\s+/).filter((word) => word !== '')
    for (const each of items) {
      const isWanted = controls.every(({name, wants}) => {
        const value = each.facts.get(name)
        return value === undefined || wants(value)
      })
      const text = words.length === 0 ? '' : each.text ??= each.element.textContent.toLowerCase()
      each.element.hidden = !isWanted || !words.every((word) => text.includes(word))
    }
    updateGroups(root)
    count.textContent = countText(items)
  }
  const form = toolBar(root)
  const reset = element('button', {type: 'reset'}, 'Show all')
  form.prepend(element('label', {class: 'search'}, 'Search ', search), ...controls.map(({control}) => control), reset, count)
  let timer = 0
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(apply, 100)
  })
  // The controls still have their values while the event is handled.
  form.addEventListener('reset', () => setTimeout(apply))
}
