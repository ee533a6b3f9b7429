/**
 * The stage at which the start of the server fails: `plugin`, a flag names an unknown plugin; `read`, the AdmissionConfiguration is
 * invalid; `exit`, the file of a plugin's configuration cannot be read; `decode` and `validate`, a plugin's configuration cannot be
 * decoded, or is invalid; `initialize`, a plugin cannot start with its configuration.
 */
export type StartUpStage = 'plugin' | 'read' | 'exit' | 'decode' | 'validate' | 'initialize'

/** The error with which the server fails to start; `reason` is the part of the message with the cause (spec eventratelimit 2.1). */
export class StartUpError extends Error {
  override readonly name = 'StartUpError'

  /** @param plugin the name of the plugin, for the stages that are about one */
  constructor(readonly stage: StartUpStage, readonly reason: string, readonly plugin?: string) {
    super(messageOf(stage, reason, plugin))
  }
}

function messageOf(stage: StartUpStage, reason: string, plugin = ''): string {
  switch (stage) {
    case 'plugin':
    case 'exit': return reason
    case 'read': return `failed to apply admission: failed to read plugin config: ${reason}`
    case 'decode':
    case 'validate': return `failed to apply admission: couldn't init admission plugin "${plugin}": ${reason}`
    case 'initialize': return `failed to apply admission: failed to initialize admission plugin "${plugin}": ${reason}`
  }
}
