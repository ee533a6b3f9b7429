import type {Decision} from '../../replay/decisions.js'
import {refusalMessage} from '../../replay/message.js'
import {jsonText} from '../json-text.js'

/**
 * What became of a request, as a line of JSON.
 *
 * @param tellsPath whether to say in which log it is, as there are several
 */
export function decisionLine({path, line, time, reached}: Decision, tellsPath: boolean): string {
  const place = tellsPath ? `"path": ${quoted(path)}, "line": ${line}` : `"line": ${line}`
  const verdict = reached.length === 0 ? '"accepted": true' : `"accepted": false, "message": ${quoted(refusalMessage(reached))}`
  // A time that was read as one needs no escapes.
  return `{${place}, "time": "${time}", ${verdict}}\n`
}

const quoted = (text: string): string => jsonText(text).trimEnd()
