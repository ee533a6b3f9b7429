import type {SourceFile} from '../../source/source-file.js'
import {defaultLimits} from '../../source/source-limits.js'
import {readPodMetrics} from './pod-metrics.js'
import type {UsageReading} from './reading.js'
import {looksLikeTop, readTop} from './top-text.js'

/**
 * Reads measured usage: what `kubectl top pods --containers` prints, once or several times, or objects of the kinds PodMetrics and
 * PodMetricsList, as YAML or JSON.
 *
 * @param namespace the namespace of pods for which the file names none
 */
export function readUsage(file: SourceFile, namespace = 'default'): UsageReading {
  const {text, unreadable} = file
  const error = unreadable !== undefined ? `the file cannot be read: ${unreadable}`
    : text.length > defaultLimits.maxSize ? `the file is larger than ${defaultLimits.maxSize} characters` : undefined
  if (error !== undefined) return {samples: [], errors: [{file, span: {start: 0, end: 0}, message: error}]}
  return looksLikeTop(text) ? readTop(file, namespace) : readPodMetrics(file, namespace)
}
