import './end-with-proof.ts';
import { S3_KEY, startS3Server } from '../../../sandbox/src/s3/s3-server.ts';

/** The stand-in of the sandbox in a process of its own: its memory is not that of the program. The folder is the first argument. */
const server = await startS3Server({ folder: process.argv[2]! });
process.send!({ url: server.url, bucket: 'overture', key: S3_KEY });
