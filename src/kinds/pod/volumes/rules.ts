import type {Rule} from '../../../machinery/field/rule.js'
import {podWithSpec} from '../rule-examples.js'

/** The rules for the volumes of a pod. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/ephemeral-volume',
    severity: 'error',
    summary: 'An ephemeral volume has a template for claims, which says nothing of names.',
    source: 'core validation validateEphemeralVolumeSource, ValidatePersistentVolumeClaimTemplate',
    example: podWithSpec(`  volumes:
    - name: scratch
      ephemeral: {}
`),
    fix: 'Write `volumeClaimTemplate`, with `metadata` of labels and annotations alone. The claim is called after the pod and the volume.',
  },
  {
    id: 'pod/projected-volume',
    severity: 'error',
    summary: 'The parts of a projected volume are one source each, and have paths of their own.',
    source: 'core validation validateProjectionSources',
    example: podWithSpec(`  volumes:
    - name: all
      projected:
        sources:
          - secret: {name: a}
            configMap: {name: b}
`),
    fix: 'Write each source as an entry of its own, and no path twice. A token lasts ten minutes at least.',
  },
  {
    id: 'pod/volume-files',
    severity: 'error',
    summary: 'Files of a volume have keys, relative paths, and modes up to 0777.',
    source: 'core validation validateKeyToPath, validateDownwardAPIVolumeFile',
    example: podWithSpec(`  volumes:
    - name: config
      configMap:
        name: web
        items:
          - {key: app.conf, path: /etc/app.conf}
`),
    fix: 'Write paths from the top of the volume on, without `..`. YAML reads `0644` as octal, and JSON wants 420.',
  },
  {
    id: 'pod/volume-name',
    severity: 'error',
    summary: 'A volume has a name of its own, which is a DNS label.',
    source: 'core validation ValidateVolumes',
    example: podWithSpec(`  volumes:
    - name: web_data
      emptyDir: {}
`),
    fix: 'Write at most 63 small letters, digits and `-`.',
  },
  {
    id: 'pod/volume-source',
    severity: 'error',
    summary: 'The source of a volume has all that it needs.',
    source: 'core validation validateVolumeSource',
    example: podWithSpec(`  volumes:
    - name: data
      persistentVolumeClaim: {}
`),
    fix: 'Write the field that the message names.',
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
    fix: 'Make a volume of each source.',
  },
]
