/** What a command has printed for an environment. */
export interface EnvironmentText {
  readonly name: string
  readonly text: string
}
