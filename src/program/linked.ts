type Exports = Readonly<Record<string, unknown>>

/** A script of dist/shared (scripts/build/shared.js). It calls `require` for what is outside of it, and sets the exports. */
export type SharedScript = (module: {exports: unknown}, require: (name: string) => Exports) => void

/** The shared scripts that are imported already, by name. The program requires the others. */
export const imported: Partial<Record<string, SharedScript>> = {}

/** A module outside of a script: the names of its exports, and a function that loads it. */
export interface Outside {
  readonly names: readonly string[]
  readonly load: () => Exports
}

/**
 * Runs a shared script. Loads a module outside of it when the script first uses one of its exports: that module may import the script itself.
 *
 * @param outside the modules that the script requires, by name
 * @returns a function for the exports of a module of the script, by the number that the build gave it
 */
export function linked(script: SharedScript, outside: Readonly<Record<string, Outside>>): (id: number) => Exports {
  const module: {exports: unknown} = {exports: undefined}
  script(module, (name) => lazyExports(outside[name] as Outside))
  const {modules} = module.exports as {readonly modules: Readonly<Record<number, () => Exports>>}
  return (id) => modules[id]?.() as Exports
}

function lazyExports({names, load}: Outside): Exports {
  let loaded: Exports | undefined
  const getters = names.map((name): [string, PropertyDescriptor] => [name, {enumerable: true, get: () => (loaded ??= load())[name]}])
  return Object.defineProperties({}, Object.fromEntries(getters)) as Exports
}
