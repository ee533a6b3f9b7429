import type {Cluster} from '../../cluster/cluster.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {classAdvice} from './classes.js'
import {immutableAdvice} from './immutable.js'
import {metadataAdvice} from './metadata.js'

/**
 * States what the server would admit in place of a denied request.
 *
 * @param isSolved true if a certain change is offered
 */
export const adviceFor = (request: ManifestReview, cluster: Cluster, isSolved: boolean): string[] =>
  isSolved ? immutableAdvice(request) : [...metadataAdvice(request), ...classAdvice(request, cluster), ...immutableAdvice(request)]
