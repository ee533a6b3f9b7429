/** Thrown when the library needs a part of it that is not loaded. */
class PartNotLoaded extends Error {
  constructor(readonly load: () => Promise<void>) {
    super('a part of kadm is not loaded')
  }
}

/** Returns a function for a part of the library that few inputs need: browsers load it when it is first needed. */
export function part<T>(load: () => Promise<T>): () => T {
  let loaded: {readonly value: T} | undefined
  return () => {
    if (loaded !== undefined) return loaded.value
    throw new PartNotLoaded(async () => {
      loaded = {value: await load()}
    })
  }
}

/** Runs a function. If it needs a part that is not loaded, loads the part and runs the function again. */
export async function withParts<T>(run: () => T): Promise<T> {
  for (;;) {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof PartNotLoaded)) throw error
      await error.load()
    }
  }
}
