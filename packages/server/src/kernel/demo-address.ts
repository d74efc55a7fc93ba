// The addresses of the demonstration's people. The domain is reserved for documents and belongs to nobody, so no mail to it
// ever leaves, whatever mail server is set.

export const DEMO_DOMAIN = 'demo.example'

export const isDemoAddress = (address: string): boolean => address.endsWith(`@${DEMO_DOMAIN}`)
