import {bashCompletion} from './bash.js'
import {fishCompletion} from './fish.js'
import type {CompletionModel} from './model.js'
import {zshCompletion} from './zsh.js'

/** The shells that completion is made for, and how. */
export const completions = {bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion} satisfies Record<string, (model: CompletionModel) => string>

export {completionModel} from './model.js'
