import {Args} from '@oclif/core'

import {env, existing, kubernetesVersion, namespace, policies} from './flags.js'

/** Flags of commands that print policies of one namespace. */
export const policyFlags = {namespace, env, policies, 'kubernetes-version': kubernetesVersion}

/** Flags of commands that print quotas, whose usage existing objects determine. */
export const quotaFlags = {...policyFlags, existing}

/**
 * The argument of commands that print the named objects of a kind, or all of a namespace.
 *
 * @param kinds the kind in the plural
 */
export const namesOf = (kinds: string): {name: ReturnType<typeof Args.string>} =>
  ({name: Args.string({name: 'NAME', ignoreStdin: true, description: `Names of ${kinds} (default: all in the namespace).`})})
