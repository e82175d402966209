use ledger::PlayerId;
use protocol::{ChatLine, ErrorCode, ErrorMessage, ServerMessage};

use super::Room;
use super::closing::CLOSED;
use crate::bus::NodeHint;
use crate::chat::is_chat_line;
use crate::game::LiveGame;
use crate::request::WatcherId;
use crate::text::Text;

impl<G: LiveGame> Room<G> {
    /// A watcher says something.
    pub(super) fn chat(&mut self, from: WatcherId, text: String) {
        let Some(watcher) = self.audience.watchers.get(&from) else { return };
        let player = watcher.player.filter(|player| self.log.state().seat_of(*player).is_some());
        let error = match player {
            _ if !self.node.chat => ErrorMessage::new(ErrorCode::Forbidden, "chat is off on this server"),
            _ if self.closed => ErrorMessage::new(ErrorCode::Forbidden, CLOSED),
            None => ErrorMessage::new(ErrorCode::Forbidden, "only players at the table may chat"),
            Some(player) if !self.audience.chat_limit.admit(player) => {
                ErrorMessage::new(ErrorCode::RateLimit, "too many lines of chat: wait a moment")
            }
            Some(player) => {
                let line = self.line_of(player, text);
                let hint = NodeHint::Chat { game: self.id.clone(), line: ServerMessage::Chat(line.clone()) };
                self.node.bus.publish(hint);
                return self.pass_on_chat(line);
            }
        };
        watcher.queue.send(Text::json(&ServerMessage::Error(error)));
    }

    /// A line of chat from another node. It is rebuilt: the sender must sit at this table, the text must be one that this node
    /// would accept, and the name and the time are this node's own.
    pub(super) fn receive_chat(&mut self, line: ServerMessage) {
        let ServerMessage::Chat(ChatLine { player_id, text, .. }) = line else { return };
        let is_off = !self.node.chat || self.closed;
        if is_off || self.seat(Some(player_id)).is_none() || !is_chat_line(&text) {
            return;
        }
        let line = self.line_of(player_id, text);
        self.pass_on_chat(line);
    }

    /// Sends a new watcher the recent lines of chat, or that chat is off; nothing where there is neither.
    pub(super) fn show_chat(&self, id: WatcherId) {
        let Some(watcher) = self.audience.watchers.get(&id) else { return };
        let (enabled, recent) = (self.node.chat, &self.audience.recent_chat);
        if enabled && recent.is_empty() {
            return;
        }
        let lines = recent.lines(|player| watcher.wants(player));
        // A slow reader is disconnected at the next move.
        let _ = watcher.queue.send(Text::json(&ServerMessage::ChatHistory { enabled, lines }));
    }

    fn line_of(&self, player_id: PlayerId, text: String) -> ChatLine {
        ChatLine { player_id, display_name: self.names.of(player_id), text, timestamp: self.node.now() }
    }

    /// Sends a line of chat to everybody who wants it, and remembers it for those who come.
    fn pass_on_chat(&mut self, line: ChatLine) {
        let player = line.player_id;
        self.audience.recent_chat.push(line.clone());
        let message = Text::json(&ServerMessage::Chat(line));
        let wanting = self.audience.watchers.iter().filter(|(_, watcher)| watcher.wants(player));
        let slow = wanting.filter(|(_, watcher)| !watcher.queue.send(message.clone()));
        let slow: Vec<WatcherId> = slow.map(|(id, _)| *id).collect();
        slow.into_iter().for_each(|id| self.leave(id));
    }
}
