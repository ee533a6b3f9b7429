import {type Command, type Interfaces, Plugin} from '@oclif/core'

/** The parts of kadm that oclif needs. */
export interface ProgramParts {
  /** The folder of the package; with a single executable, its folder. */
  readonly root: string
  readonly pjson: Interfaces.PJSON
  /** The texts and flags of all commands, so that a run loads only its own command. The build writes this file. */
  readonly manifest: Interfaces.Manifest
  /** Loads the module of a command, by its path below `commands/`, without the extension. */
  readonly command: (path: string) => Promise<{readonly default: Command.Class}>
}

/** The only plugin of oclif: kadm. oclif's own class searches folders for commands and a manifest, and a single executable has no folders. */
export class KadmPlugin extends Plugin {
  constructor(private readonly parts: ProgramParts) {
    const {root, pjson} = parts
    super({root, pjson, isRoot: true})
  }

  override load(): Promise<void> {
    const {root, pjson, manifest} = this.parts
    const {name, version} = pjson
    const commands = Object.values(manifest.commands).map((command): Command.Loadable => ({
      ...command, pluginAlias: name, pluginType: 'core', load: () => this.findCommand(command.id),
    }))
    Object.assign(this, {root, pjson, manifest, commands, name, version, alias: name, type: 'core', isRoot: true, valid: true, hasManifest: true, hooks: {}})
    return Promise.resolve()
  }

  override async findCommand(id: string): Promise<Command.Class> {
    const {default: command} = await this.parts.command(id.replaceAll(':', '/'))
    return Object.assign(command, {id, plugin: this})
  }
}
