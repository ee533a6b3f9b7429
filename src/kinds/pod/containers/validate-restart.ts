import type {Container, ContainerRestartRule} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, notSupported, required, tooMany} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateWord} from '../../../machinery/field/text-rules.js'
import {hasFeature, type KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'

// The rules for restarting single containers (spec pod 4.5, RESTART).

const policies = ['Always', 'Never', 'OnFailure']

const actionsIn = (version: KubernetesVersion): readonly string[] =>
  hasFeature(version, 'restartAllContainersOnContainerExits') ? ['Restart', 'RestartAllContainers'] : ['Restart']

const operators = ['In', 'NotIn']

const origin = 'pod/restart-rules'

const maxRules = 20

const maxExitCodes = 255

/** The rules for restart policies of a container (core validation `validateContainerRestartPolicy`). */
export function validateContainerRestart(
  {restartPolicy, restartPolicyRules: rules = []}: Container, path: FieldPath, version: KubernetesVersion,
): FieldError[] {
  if (restartPolicy === undefined && rules.length === 0) return []
  const place = path.child('restartPolicyRules')
  return allErrors(
    restartPolicy === undefined ? [needsPolicy(path)] : validateWord(restartPolicy, policies, path.child('restartPolicy'), 'pod/restart-policy'),
    rules.length > maxRules ? [tooMany(place, rules.length, maxRules, origin)] : [],
    rules.flatMap((rule, i) => validateRule(rule, place.index(i), actionsIn(version))),
  )
}

const needsPolicy = (path: FieldPath): FieldError =>
  required(path.child('restartPolicy'), 'must specify restartPolicy when restart rules are used', origin)

/** The rules for an init container; without a restart policy, only that is reported (`validateInitContainerRestartPolicy`). */
export function validateInitContainerRestart(container: Container, path: FieldPath, version: KubernetesVersion): FieldError[] {
  const {restartPolicy, restartPolicyRules: rules = []} = container
  if (restartPolicy === undefined) return rules.length > 0 ? [needsPolicy(path)] : []
  if (restartPolicy !== 'Always' || hasFeature(version, 'restartAllContainersOnContainerExits')) return validateContainerRestart(container, path, version)
  const detail = 'restartPolicyRules are not allowed for init containers with restart policy Always'
  return rules.length > 0 ? [forbidden(path.child('restartPolicyRules'), detail, origin)] : []
}

function validateRule({action = '', exitCodes}: ContainerRestartRule, path: FieldPath, actions: readonly string[]): FieldError[] {
  return allErrors(
    actions.includes(action) ? [] : [notSupported(path.child('action'), action, actions, origin)],
    exitCodes === undefined ? [required(path.child('exitCodes'), 'must be specified', origin)] : validateExitCodes(exitCodes, path.child('exitCodes')),
  )
}

function validateExitCodes({operator = '', values = []}: NonNullable<ContainerRestartRule['exitCodes']>, path: FieldPath): FieldError[] {
  return allErrors(
    operators.includes(operator) ? [] : [notSupported(path.child('operator'), operator, operators, origin)],
    values.length > maxExitCodes ? [tooMany(path.child('values'), values.length, maxExitCodes, origin)] : [],
  )
}
