import {changeShapes} from './changes.js'
import {fileShapes} from './files.js'
import {objectShapes} from './objects.js'
import {policyShapes} from './policies.js'
import type {Shape} from './shape.js'
import {workloadShapes} from './workloads.js'

export {commandsOf} from './commands.js'
export type {Shape} from './shape.js'

/** All large inputs. */
export const shapes: readonly Shape[] = [...workloadShapes, ...policyShapes, ...objectShapes, ...changeShapes, ...fileShapes]
