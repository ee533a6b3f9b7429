import type {Decision} from '../../replay/report/decisions.js'
import {rejectionMessage} from '../../replay/decide/engine.js'
import {jsonText} from '../json-text.js'

/**
 * The decision on a request, as a line of JSON.
 *
 * @param tellsPath true to include the path of the log, if there are several
 */
export function decisionLine({path, line, time, reached}: Decision, showsPath: boolean): string {
  const place = showsPath ? `"path": ${quoted(path)}, "line": ${line}` : `"line": ${line}`
  const verdict = reached.length === 0 ? '"accepted": true' : `"accepted": false, "message": ${quoted(rejectionMessage(reached))}`
  // A parsed time needs no escapes.
  return `{${place}, "time": "${time}", ${verdict}}\n`
}

const quoted = (text: string): string => jsonText(text).trimEnd()
