import type {Rule} from '../../../machinery/field/rule.js'
import {podWithAnnotation} from '../../shared/pod-examples.js'

/** The rules for annotations of pods that the server reads. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/app-armor-annotation',
    severity: 'error',
    summary: 'An AppArmor annotation has the name of a container and a valid profile.',
    source: 'core validation ValidateAppArmorPodAnnotations',
    example: podWithAnnotation('container.apparmor.security.beta.kubernetes.io/app: runtime/default'),
    fix: 'Write `securityContext.appArmorProfile` instead: the annotation is deprecated.',
  },
  {
    id: 'pod/deletion-cost',
    severity: 'error',
    summary: 'The deletion cost of a pod is a whole number.',
    source: 'core validation ValidatePodSpecificAnnotations',
    example: podWithAnnotation('controller.kubernetes.io/pod-deletion-cost: high'),
    fix: 'Write a number from -2147483648 to 2147483647, without `+` or leading zeros.',
  },
  {
    id: 'pod/mirror-annotation',
    severity: 'error',
    summary: 'A mirror pod has a nodeName.',
    source: 'core validation ValidatePodSpecificAnnotations',
    example: podWithAnnotation('kubernetes.io/config.mirror: "1"'),
    fix: 'Remove the annotation: only kubelets write it.',
  },
  {
    id: 'pod/seccomp-annotation',
    severity: 'error',
    summary: 'A seccomp annotation has a valid profile.',
    source: 'core validation ValidateSeccompPodAnnotations',
    example: podWithAnnotation('seccomp.security.alpha.kubernetes.io/pod: strict'),
    fix: 'Write `securityContext.seccompProfile` instead: no component reads the annotation.',
  },
  {
    id: 'pod/tolerations-annotation',
    severity: 'error',
    summary: 'Tolerations in an annotation are a JSON list.',
    source: 'core validation ValidateTolerationsInPodAnnotations',
    example: podWithAnnotation('scheduler.alpha.kubernetes.io/tolerations: gpu'),
    fix: 'Write `spec.tolerations` instead: no component reads the annotation.',
  },
]
