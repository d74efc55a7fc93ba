// What pages ask of tokens.
export type { TokenRow } from '../access/tokens.store.ts'
export { listGroupTokens, listOwnTokens } from './listed-tokens.store.ts'
