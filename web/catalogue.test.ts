import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
const sources = filesIn('web')
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

/** The toasts that our code shows out of both specification documents, by the journey in which each is seen. */
const shown: Record<string, string[]> = {
  'failure-toasts': [
    'Failed to load stories',
    'Failed to add story',
    'Failed to update story',
    'Failed to delete story',
    'Failed to load storybooks',
    'Failed to load prompts and playlists',
    'Failed to update prompt',
    'Failed to delete prompt',
    'Failed to delete playlist',
    'Failed to add prompt',
    'Failed to add playlist',
    'Failed to update playlist',
    'Failed to copy playlist',
    'Failed to add family member',
    'Failed to load family members',
    'Failed to update family member',
    'Failed to delete family member',
    'Failed to upgrade plan',
    'Story added successfully',
    'Story updated successfully',
    'Story deleted successfully',
  ],
  'studio-tabs': [
    'Microphone access denied',
    'Voice-to-text not supported',
    'Could not start voice recognition',
    'Speech recognition error',
    'Camera or microphone not found',
    'Could not access camera or microphone',
    'Stopped listening',
    'uploaded successfully',
    'is not a supported file type',
  ],
  'recorder/journey': ['Speaker added'],
  captions: ['Processing transcription...'],
  'own-key': [
    'Transcription completed!',
    'Transcription failed',
    'Google Speech API not configured. Please add your API key in settings.',
    'Google Speech API error: ',
  ],
  prompts: [
    'Prompt created successfully!',
    'Playlist created successfully!',
    'Playlist updated successfully!',
    'Playlist deleted',
    'Prompt deleted',
    'Playlist added',
  ],
  community: ['Prompt updated successfully'],
  family: [
    'Family member added!',
    'Family member removed',
    'Connection created!',
    'Connection removed',
    'Cannot delete original family connections',
  ],
  sharing: ['User not found', 'Access granted', 'Access revoked', 'Family member updated!'],
  catalogue: [
    'Failed to add storybook',
    'Failed to update storybook',
    'Failed to delete storybook',
    'Storybook added successfully',
    'Storybook updated successfully',
    'Storybook deleted successfully',
    'Error loading shared users',
    'Already shared',
    'Error adding user',
    'Error removing user',
    'Error updating role',
    'Role updated',
    'Login Failed',
    'Signup Failed',
  ],
  billing: ['Successfully upgraded to Family Plan!'],
  'account-pages': ['Profile updated successfully', 'Failed to update profile'],
  accounts: ['Welcome back!', 'Account Created!'],
  'bad-input': ['Validation Error'],
  'first-screens': ['Account Exists', 'Invalid email or password. Please try again.', 'Story not found'],
}

/** Shown by the code, but not yet seen in any journey. */
const unseen = ['An unexpected error occurred. Please try again.']

it.each([...Object.values(shown).flat(), ...unseen])('the catalogue’s “%s” is said', (text) => {
  // Not merely as the beginning of another text: a story is not a storybook.
  expect(sources).toMatch(new RegExp(`${text.replaceAll(/[.!]/g, '\\$&')}(?![a-z])`))
})

it.each(Object.entries(shown))('%s meets its toasts', (journey, texts) => {
  const spec = readFileSync(join(root, 'e2e', `${journey}.spec.ts`), 'utf8')
  expect(texts.filter((text) => !spec.includes(text))).toEqual([])
})

it('what is seen in no journey is on the list of what is not', () => {
  const journeys = filesIn('e2e')
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n')
  expect(unseen.filter((text) => journeys.includes(text))).toEqual([])
})
