/** Files of a large input, by their paths. */
export type ShapeFiles = Readonly<Record<string, string>>

/** A form of large input. */
export interface Shape {
  readonly name: string
  /** The content of the files: it decides which commands read them. */
  readonly input: 'manifests' | 'changes' | 'tests' | 'configuration' | 'log' | 'settings' | 'usage'
  /**
   * Returns the files of an input.
   *
   * @param size the maximum number of characters of all files together
   * @param share the part of the size, from 0 to 1, of policies beside objects, or the like
   */
  readonly files: (size: number, share: number) => ShapeFiles
}

/**
 * Returns items up to a size in characters, and at least one.
 *
 * @param item Returns the item with a number
 */
export function fill(size: number, item: (i: number) => string): string[] {
  const items: string[] = []
  for (let [i, length] = [0, 0]; ; i++) {
    const text = item(i)
    length += text.length + 1
    if (length > size) return items.length > 0 ? items : [text]
    items.push(text)
  }
}

/** Returns documents of YAML up to a size. */
export const documents = (size: number, item: (i: number) => object): string => fill(size - 4, (i) => `---\n${JSON.stringify(item(i))}`).join('\n')

/** Returns a List in JSON up to a size. */
export const list = (size: number, item: (i: number) => object): string => `{"apiVersion":"v1","kind":"List","items":[\n${fill(size - 50, (i) => `${JSON.stringify(item(i))},`).join('\n').slice(0, -1)}\n]}\n`

/** Returns a map up to a size in characters. */
export const mapOf = (size: number, entry: (i: number) => readonly [string, unknown]): Record<string, unknown> => {
  const entries: (readonly [string, unknown])[] = []
  fill(size, (i) => {
    const made = entry(i)
    entries.push(made)
    return JSON.stringify(made)
  })
  return Object.fromEntries(entries)
}

/** Returns a list up to a size in characters. */
export const listOf = (size: number, item: (i: number) => unknown): unknown[] => {
  const items: unknown[] = []
  fill(size, (i) => {
    const made = item(i)
    items.push(made)
    return JSON.stringify(made)
  })
  return items
}

/** Returns an object of a kind. */
export const object = (apiVersion: string, kind: string, name: string, rest: object = {}, metadata: object = {}): object =>
  ({apiVersion, kind, metadata: {name, ...metadata}, ...rest})

export const container = {name: 'c', image: 'i', resources: {requests: {cpu: '1m', memory: '1Mi'}}}

export const pod = (name: string, spec: object = {}, metadata: object = {}): object => object('v1', 'Pod', name, {spec: {containers: [container], ...spec}}, metadata)

/** Returns a pod template and a selector that selects its pods. */
export const templated = (i: number, spec: object = {}): object =>
  ({selector: {matchLabels: {a: `x${i}`}}, template: {metadata: {labels: {a: `x${i}`}}, spec: {containers: [{...container, image: `i${i}`}], ...spec}}})
