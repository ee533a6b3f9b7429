import {validateTolerations} from '../../../kinds/pod/scheduling/validate-tolerations.js'
import type {Toleration} from '../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../machinery/field/path.js'
import type {ConfigurationKind} from '../../configuration-kind.js'
import {StartUpError} from '../../start-up-error.js'

/** The tolerations of namespaces without annotations (podtolerationrestriction apis `Configuration`). */
export interface TolerationConfiguration {
  readonly default?: readonly Toleration[]
  readonly whitelist?: readonly Toleration[]
}

/** The kind of the configuration. The server can do without one. */
export const podTolerationRestrictionConfiguration: ConfigurationKind<TolerationConfiguration> = {
  versions: [{
    apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1', kind: 'Configuration', table: 'podtolerationrestriction/v1alpha1.Configuration',
  }],
  isStrict: false,
  validate: ({default: added = [], whitelist = []}) =>
    [...validateTolerations(added, FieldPath.of('default')), ...validateTolerations(whitelist, FieldPath.of('whitelist'))],
  startUpError: (plugin, errors) =>
    new StartUpError('validate', `invalid config: [${errors.map((error) => `podtolerationrestriction.${String(error)}`).join(' ')}]`, plugin),
}
