// Opens what “timeline serve” sends.

import { byId, setText } from './dom.js';
import { unpacked } from './page-data.js';
import { Timeline } from './timeline.js';
import { show, refuse } from './main.js';
import { LiveConnection } from './live-connection.js';
import { replaceKept } from './runs-view.js';
import { LiveView } from './live-view.js';

/** Takes the recording, the rows, the marks or the bad states of a message. */
function takeSteps(session, message, read) {
  if (message.page) replaceKept(session, () => session.growth.replace(message.page, message.steps, read));
  const { growth, timeline } = session;
  if (message.rows) growth.wait(() => timeline.append(message.rows, message.lines, message.chunk));
  if (message.took) growth.wait(() => timeline.table.note(message.took));
  if (message.bad) growth.wait(() => timeline.judge(message.bad, message.verdict));
  if (message.marks) {
    (session.timeline.summary.marks ??= []).push(...message.marks);
    session.invalidate();
  }
}

function openServed(path) {
  let page = null;
  const take = (message) => {
    try {
      const read = async (index) => unpacked(await connection.read(index));
      if (page) takeSteps(page.session, message, read);
      else if (message.page) page = show(new Timeline(message.page, message.steps, read), ({ session, transport }) => new LiveView(session, connection, transport));
      page?.live.take(message);
    } catch (error) {
      if (page) page.session.fail(error);
      else refuse(error);
      throw error;
    }
  };
  setText(byId('old'), 'Connecting to “timeline serve” …');
  const connection = new LiveConnection(path, take, (text) => (page ? page.live.close(text) : setText(byId('old'), text)));
}

openServed(document.querySelector('meta[name="timeline-socket"]').content);
