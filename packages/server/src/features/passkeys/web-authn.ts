// The library of passkeys. It is a fifth of all that a process would load, so it is loaded at its first use.
export const loadWebAuthn = async () => {
  const [library, { nobodysPublicKey }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('./nobodys-key.ts'),
  ])
  return { library, nobodysPublicKey }
}
