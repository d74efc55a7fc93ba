// What pages ask of passkeys.
export { listPasskeys, type ListedPasskey } from './passkey.store.ts'
