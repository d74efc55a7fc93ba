// The question of the day in words.

export const VOTED_ONCE = 'You vote once; then you see how the others did.'
