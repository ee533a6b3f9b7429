// The parts of oclif that kadm uses. The build replaces '@oclif/core' by this module: loading all 165 files of oclif takes longer than
// everything else together.
import * as Args from '@oclif/core/args'
import {Command} from '@oclif/core/command'
import {Config, Plugin} from '@oclif/core/config'
import * as Errors from '@oclif/core/errors'
import * as Flags from '@oclif/core/flags'
import {handle} from '@oclif/core/handle'
import {Help} from '@oclif/core/help'

export {Args, Command, Config, Errors, Flags, handle, Help, Plugin}
