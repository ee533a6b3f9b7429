/** The API server would not start, or its setup is ambiguous. */
export class SetupError extends Error {
  override readonly name = 'SetupError'

  /** @param ways Places of errors, and hints */
  constructor(message: string, readonly ways: readonly string[] = []) {
    super(message)
  }
}

/** Hints for errors in the setup of a server, for a command or for a test file. */
export interface SetupHints {
  /** For manifests of API servers that differ. */
  readonly servers: string
  /** For configurations that differ. */
  readonly configurations: string
  /** For several files that can be the configuration which a flag of the server names. */
  readonly ambiguous: string
  /** For a file that a flag of the server names and that is not among the given ones. */
  readonly missing: string
  /** For a configuration with which the server does not start. */
  readonly invalid: (path: string) => readonly string[]
  /** For a configuration that names a file outside the given folders. */
  readonly outside: (path: string) => readonly string[]
}
