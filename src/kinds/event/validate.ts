import type {Event} from '../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid, type Origin, required} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {byteLength} from '../../machinery/go/text.js'
import {qualifiedName} from '../../machinery/meta/names.js'

const namespacePath = FieldPath.of('involvedObject', 'namespace')

const longestWord = 128

const longestMessage = 1024

/**
 * The rules for events of both versions (core validation `legacyValidateEvent`; spec kinds 5): few for one without
 * eventTime.
 *
 * @param event in the form of v1, whose names the server uses in messages about either version
 * @param controller the only field whose name in messages depends on the version
 */
export function validateEvent(event: Event, controller: 'reportingComponent' | 'reportingController'): FieldError[] {
  const {metadata: {namespace = ''}, involvedObject = {}, eventTime, reportingComponent = '', message = ''} = event
  const about = involvedObject.namespace ?? ''
  if (eventTime === undefined) return isOwnNamespace(about, namespace) ? [] : [foreignNamespace(about)]
  return allErrors(
    about === '' && namespace !== 'default' && namespace !== 'kube-system' ? [foreignNamespace(about)] : [],
    validateController(reportingComponent, FieldPath.of(controller)),
    validateShort(event.reportingInstance, FieldPath.of('reportingInstance'), 'event/reporting-instance'),
    validateShort(event.action, FieldPath.of('action'), 'event/action'),
    validateShort(event.reason, FieldPath.of('reason'), 'event/reason'),
    validateSize(message, longestMessage, FieldPath.of('message'), 'event/message'),
  )
}

/** True if an event in this namespace may have an object in that one. Events about cluster-scoped objects are in `default`. */
const isOwnNamespace = (about: string, namespace: string): boolean => about === '' ? namespace === 'default' : about === namespace

const foreignNamespace = (about: string): FieldError => invalid(namespacePath, about, 'does not match event.namespace', 'event/namespace')

const controllerOrigin = 'event/reporting-component'

const validateController = (controller: string, path: FieldPath): FieldError[] => allErrors(
  controller === '' ? [required(path, '', controllerOrigin)] : [],
  qualifiedName(controller).map((error) => invalid(path, controller, error, controllerOrigin)),
)

const validateShort = (value = '', path: FieldPath, origin: Origin): FieldError[] =>
  value === '' ? [required(path, '', origin)] : validateSize(value, longestWord, path, origin)

const validateSize = (value: string, limit: number, path: FieldPath, origin: Origin): FieldError[] =>
  byteLength(value) > limit ? [invalid(path, '', `can have at most ${limit} characters`, origin)] : []
