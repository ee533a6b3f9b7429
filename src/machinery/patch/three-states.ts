import type {JsonObject} from '../decode/encode.js'

/** An object as it was last applied, as it is to be, and as it is on the server. */
export interface ThreeWay {
  readonly original: JsonObject
  readonly modified: JsonObject
  readonly current: JsonObject
}
