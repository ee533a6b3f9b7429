import {Args, Flags} from '@oclif/core'

import {
  allowEmpty, as, asGroup, color, env, exclude, existing, helm, injection, kubernetesVersion, kustomize, namespace, nodes, onConflict, operation, order,
  policies, resync, strict, subresource, values, verbose,
} from './flags.js'
import {serverFlags} from './plugin-settings.js'

/** The flags of all commands that simulate a cluster with given objects: its inputs, and the settings of the API server. */
export const clusterFlags = {
  namespace, env, policies, existing, exclude, strict, 'allow-empty': allowEmpty, verbose, kustomize, helm, values, ...serverFlags, nodes, inject: injection,
  'kubernetes-version': kubernetesVersion, color,
}

/** The flags of all commands that send the objects of files as requests. */
export const requestFlags = {
  'on-conflict': onConflict, order, operation, subresource, as, 'as-group': asGroup, resync,
  'never-ready': Flags.boolean({description: 'Simulate new pods that never become ready.'}),
}

/** The argument of commands that send the objects of files as requests. */
export const sentFiles = {
  file: Args.string({name: 'FILE', ignoreStdin: true, description: 'Files, directories, globs, or "-" for standard input: the objects to send. Not needed with --kustomize or --helm.'}),
}

/** The argument of commands that read all workloads of files. */
export const workloadPaths = {
  path: Args.string({name: 'PATH', ignoreStdin: true, description: 'Files, directories, globs, or "-" for standard input: the objects (default: the current directory, unless something is rendered).'}),
}
