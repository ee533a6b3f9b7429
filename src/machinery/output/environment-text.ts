/** The output of a command for one environment. */
export interface EnvironmentText {
  readonly name: string
  readonly text: string
}
