import {type Command, type Interfaces, Plugin} from '@oclif/core'

/** A command, and the positions of its flags in the list of the manifest. */
interface ManifestCommand {
  readonly command: Command.Cached
  readonly flags: Readonly<Record<string, number>>
}

/** The texts and flags of all commands (dist/program/commands.json). Unlike in oclif's own form, flags of several commands are there once. */
interface ProgramManifest {
  readonly commands: readonly ManifestCommand[]
  readonly flags: readonly Command.Flag.Cached[]
}

/** The parts of kadm that oclif needs. */
export interface ProgramParts {
  /** The folder of the package; with a single executable, its folder. */
  readonly root: string
  readonly pjson: Interfaces.PJSON
  /** The manifest, so that a run loads only its own command. The build writes this file. */
  readonly manifest: ProgramManifest
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
    const commands = manifest.commands.map(({command, flags}): Command.Loadable => ({
      ...command, pluginAlias: name, pluginType: 'core', load: () => this.findCommand(command.id),
      // Only help and completion read them: a run takes those of the command's class.
      get flags() {
        return flagsAt(flags, manifest)
      },
    }))
    Object.assign(this, {root, pjson, commands, name, version, alias: name, type: 'core', isRoot: true, valid: true, hasManifest: true, hooks: {}})
    return Promise.resolve()
  }

  override async findCommand(id: string): Promise<Command.Class> {
    const {default: command} = await this.parts.command(id.replaceAll(':', '/'))
    return Object.assign(command, {id, plugin: this})
  }
}

function flagsAt(positions: Readonly<Record<string, number>>, {flags}: ProgramManifest): Command.Cached['flags'] {
  return Object.fromEntries(Object.entries(positions).flatMap(([name, position]) => flags.slice(position, position + 1).map((flag) => [name, flag])))
}
