import {Flags} from '@oclif/core'

/** Flags that several commands take. */

export const namespace = Flags.string({
  char: 'n',
  aliases: ['ns'],
  env: 'KADM_NAMESPACE',
  helpValue: 'NS',
  description: 'Namespace of objects that name none (default: "default").',
})

export const policies = Flags.string({
  char: 'p',
  multiple: true,
  helpValue: 'PATH',
  description: 'File, directory or glob with the policies and the objects that admission looks up; "-" for standard input. '
    + 'Default: ./manifests if it exists, else the folders of the files.',
})

export const color = Flags.boolean({
  allowNo: true,
  description: 'Colour the output (default: on a terminal, unless NO_COLOR is set).',
})
