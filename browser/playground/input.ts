/** The part of a file in the simulation. */
export type Role = 'objects' | 'policies' | 'existing'

export const roles: Readonly<Record<Role, string>> = {objects: 'Objects to send', policies: 'Policies in force', existing: 'Objects that exist already'}

export interface InputFile {
  readonly name: string
  readonly text: string
  readonly role: Role
}

/** Everything that the answers depend on. A share link contains it. */
export interface Input {
  readonly files: readonly InputFile[]
  readonly namespace: string
  /** Empty for the default version. */
  readonly version: string
}

/** Limits of what people and links put in, so that the page keeps answering. */
export const limits = {files: 50, characters: 500_000, name: 200, link: 200_000} as const

/** Returns the message about an input that is too large; undefined for any other. */
export function sizeError({files}: Pick<Input, 'files'>): string | undefined {
  const characters = files.reduce((sum, {text}) => sum + text.length, 0)
  if (files.length > limits.files) return `There are ${files.length} files, and this page reads at most ${limits.files}. Install kadm to check more.`
  return characters > limits.characters
    ? `The files have ${characters} characters, and this page reads at most ${limits.characters}. Install kadm to check more.` : undefined
}

/** Characters that break lines, or that hide or reorder text. */
const unreadable = /[\p{C}\p{Zl}\p{Zp}]/u

/** Returns the message about a name that a file cannot have; undefined for any other. */
export function nameError(name: string, others: readonly string[]): string | undefined {
  if (name.trim() === '') return 'Enter a name.'
  if (name.length > limits.name) return `A name has at most ${limits.name} characters.`
  if (unreadable.test(name)) return 'A name has no control characters, and none that hide or reorder text.'
  return others.includes(name) ? `There is a file ${name} already. Enter another name.` : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isFile = (value: unknown): value is InputFile => {
  if (typeof value !== 'object' || value === null) return false
  const {name, text, role} = value as Partial<Record<string, unknown>>
  return isText(name) && isText(text) && isText(role) && Object.hasOwn(roles, role)
}

/** Returns an input that a link contains; undefined if it has another form. */
export function asInput(value: unknown): Input | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const {files, namespace, version} = value as Partial<Record<string, unknown>>
  if (!Array.isArray(files) || files.length === 0 || !files.every(isFile) || !isText(namespace) || !isText(version)) return undefined
  const names = files.map(({name}) => name)
  const hasErrors = names.some((name, i) => nameError(name, names.slice(0, i)) !== undefined) || namespace.length > limits.name
  return hasErrors ? undefined : {files: files.map(({name, text, role}) => ({name, text: withLineFeeds(text), role})), namespace, version}
}

/** The text with the line breaks that the editor has. */
const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
