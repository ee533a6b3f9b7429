import {apiServerOf} from '../configuration/api-server/api-server-of.js'
import {readServerFlags} from '../configuration/api-server/server-flags.js'
import {maxProblems} from '../configuration/problem.js'
import {fieldOf} from '../manifests/fault.js'
import {locate} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import type {Diagnostic} from './diagnostic.js'

/** Reports flags of an API server's manifest that are fatal at its start or cause warnings; nothing for other objects. */
export function checkApiServer(manifest: Manifest): Diagnostic[] {
  const server = apiServerOf(manifest)
  if (server === undefined) return []
  const {document: {file}, node} = manifest
  return readServerFlags(server.args).faults.slice(0, maxProblems).map(({stage, ruleId, message, hint, steps, other}): Diagnostic => ({
    ruleId, severity: stage === undefined ? 'info' : 'error', message, field: fieldOf(steps), file, span: locate(file, node, steps),
    related: other === undefined ? [] : [{file, span: locate(file, node, other), message: 'the other flag is here'}],
    ...hint !== undefined && {hint},
  }))
}
