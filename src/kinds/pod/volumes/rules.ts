import type {Rule} from '../../../machinery/field/rule.js'
import {podWithSpec} from '../../shared/pod-examples.js'

/** The rules for the volumes of a pod. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/ephemeral-volume',
    severity: 'error',
    summary: 'An ephemeral volume has a claim template with only labels and annotations.',
    source: 'core validation validateEphemeralVolumeSource, ValidatePersistentVolumeClaimTemplate',
    example: podWithSpec(`  volumes:
    - name: scratch
      ephemeral: {}
`),
    fix: 'Write `volumeClaimTemplate`, with only labels and annotations in `metadata`. The name of the claim consists of those of the pod and the volume.',
  },
  {
    id: 'pod/projected-volume',
    severity: 'error',
    summary: 'Each entry of a projected volume has one source, and paths are unique.',
    source: 'core validation validateProjectionSources',
    example: podWithSpec(`  volumes:
    - name: all
      projected:
        sources:
          - secret: {name: a}
            configMap: {name: b}
`),
    fix: 'Write each source as a separate entry, and each path once. A token must be valid for at least ten minutes.',
  },
  {
    id: 'pod/volume-files',
    severity: 'error',
    summary: 'Files of a volume have keys, relative paths, and modes of at most 0777.',
    source: 'core validation validateKeyToPath, validateDownwardAPIVolumeFile',
    example: podWithSpec(`  volumes:
    - name: config
      configMap:
        name: web
        items:
          - {key: app.conf, path: /etc/app.conf}
`),
    fix: 'Write paths relative to the root of the volume, without `..`. The mode `0644` is octal in YAML; write 420 in JSON.',
  },
  {
    id: 'pod/volume-name',
    severity: 'error',
    summary: 'The name of a volume is unique and a DNS label.',
    source: 'core validation ValidateVolumes',
    example: podWithSpec(`  volumes:
    - name: web_data
      emptyDir: {}
`),
    fix: 'Write at most 63 lowercase letters, digits and `-`.',
  },
  {
    id: 'pod/volume-source',
    severity: 'error',
    summary: 'The source of a volume has all required fields, with valid values.',
    source: 'core validation validateVolumeSource',
    example: podWithSpec(`  volumes:
    - name: data
      persistentVolumeClaim: {}
`),
    fix: 'Correct the field that the message names.',
  },
  {
    id: 'pod/volume-type',
    severity: 'error',
    summary: 'A volume has one source.',
    source: 'core validation validateVolumeSource',
    example: podWithSpec(`  volumes:
    - name: data
      emptyDir: {}
      hostPath: {path: /srv}
`),
    fix: 'Write a separate volume for each source.',
  },
]
