/** Files of a large input, by their paths. */
export type ShapeFiles = Readonly<Record<string, string>>

/** A kind of large input: a form of which a size and a share of its parts make files. */
export interface Shape {
  readonly name: string
  /** What the files are, which decides the commands that read them. */
  readonly input: 'manifests' | 'tests' | 'configuration' | 'log' | 'settings' | 'usage'
  /**
   * @param size most characters of all files together
   * @param share part of the size, from 0 to 1, of the first of two parts: policies beside objects, for example
   */
  readonly files: (size: number, share: number) => ShapeFiles
}

/** Items up to a size in characters. @param item makes the item with a number */
export function fill(size: number, item: (i: number) => string): string[] {
  const items: string[] = []
  for (let [i, length] = [0, 0]; ; i++) {
    const text = item(i)
    length += text.length + 1
    if (length > size) return items.length > 0 ? items : [text]
    items.push(text)
  }
}

/** Documents of YAML up to a size. @param item makes the object with a number */
export const documents = (size: number, item: (i: number) => object): string => fill(size - 4, (i) => `---\n${JSON.stringify(item(i))}`).join('\n')

/** A List in JSON up to a size. */
export const list = (size: number, item: (i: number) => object): string => `{"apiVersion":"v1","kind":"List","items":[\n${fill(size - 50, (i) => `${JSON.stringify(item(i))},`).join('\n').slice(0, -1)}\n]}\n`

/** A map up to a size in characters, with values of which each has a key of its own. */
export const mapOf = (size: number, entry: (i: number) => readonly [string, unknown]): Record<string, unknown> => {
  const entries: (readonly [string, unknown])[] = []
  fill(size, (i) => {
    const made = entry(i)
    entries.push(made)
    return JSON.stringify(made)
  })
  return Object.fromEntries(entries)
}

/** A list up to a size in characters. */
export const listOf = (size: number, item: (i: number) => unknown): unknown[] => {
  const items: unknown[] = []
  fill(size, (i) => {
    const made = item(i)
    items.push(made)
    return JSON.stringify(made)
  })
  return items
}

/** An object of a kind. */
export const object = (apiVersion: string, kind: string, name: string, rest: object = {}, metadata: object = {}): object =>
  ({apiVersion, kind, metadata: {name, ...metadata}, ...rest})

export const container = {name: 'c', image: 'i', resources: {requests: {cpu: '1m', memory: '1Mi'}}}

export const pod = (name: string, spec: object = {}, metadata: object = {}): object => object('v1', 'Pod', name, {spec: {containers: [container], ...spec}}, metadata)

/** A pod template and the selector that fits it. */
export const templated = (i: number, spec: object = {}): object =>
  ({selector: {matchLabels: {a: `x${i}`}}, template: {metadata: {labels: {a: `x${i}`}}, spec: {containers: [{...container, image: `i${i}`}], ...spec}}})
