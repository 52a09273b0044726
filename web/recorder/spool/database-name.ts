/** In a file of its own, so that a page can check whether the database exists without loading the recorder. */
export const databaseName = 'kinora-recorder'
