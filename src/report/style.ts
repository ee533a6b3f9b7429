import {Chalk, type ChalkInstance} from 'chalk'

/** Colours, or none. Reporters receive them, so that they do not depend on a terminal. */
export type Style = ChalkInstance

export const styleFor = (isColoured: boolean): Style => new Chalk({level: isColoured ? 1 : 0})
